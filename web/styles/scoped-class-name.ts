/** What a class is called in the pages: the builds of the product and of the state book must say the same as the server's. */
import { basename } from 'node:path'

/** 'footer-inner': the file's name tells classes apart, for no two style files have the same. */
export const scopedClassName = (name: string, file: string): string =>
  `${basename(file, '.module.css')}-${name}`
