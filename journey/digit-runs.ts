/**
 * Finds runs of digits in pasted text, with the blanks and marks that group them. Bank account and mobile
 * fields use it.
 */
import { halfWidth } from './typed-text.ts'

/** What people and programs write between groups of digits: blanks of every kind, dashes, dots, slashes, brackets. */
const mark = String.raw`[\s\p{Pd}\u2212\u02d7\u2043./\\()\[\]·•∙]`

const run = new RegExp(String.raw`(?:\+${mark}*)?\d(?:${mark}*\d)*`, 'gu')

const onlyMarks = new RegExp(`^${mark}+$`, 'u')

/** Characters of full width as a keyboard writes them, without marks that nobody sees: soft hyphens, marks of direction. */
export const toKeyboardText = (text: string): string => halfWidth(text.replace(/\p{Cf}/gu, ''))

/** 'Acc 1: 12-3140 (home)' → ['1', '12-3140']: what no letter parts, with the plus sign in front of it. */
export const digitRuns = (text: string): readonly string[] => toKeyboardText(text).match(run) ?? []

export const isGroupMark = (text: string): boolean => onlyMarks.test(text)
