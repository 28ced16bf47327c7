/**
 * Generates the names of CSS module classes. All builds share it, because the server's HTML and the browser's
 * scripts must use the same names.
 */
import { basename } from 'node:path'

/** 'footer-inner': the file name makes a class unique, because all style files have different names. */
export const scopedClassName = (name: string, file: string): string =>
  `${basename(file, '.module.css')}-${name}`
