/**
 * CSS module class names; shared by all builds, because the server's HTML and the browser's scripts must use
 * the same ones.
 */
import { basename } from 'node:path'

/** 'footer-inner': the file name makes a class unique, because all style files have different names. */
export const scopedClassName = (name: string, file: string): string =>
  `${basename(file, '.module.css')}-${name}`
