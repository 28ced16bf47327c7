/** The interface that the browsers' adapters implement and the tests of other browser engines use. */

export interface Viewport {
  readonly width: number
  readonly height: number
}

export interface EnginePage {
  goto(url: string): Promise<void>
  back(): Promise<void>
  forward(): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page. It may use its arguments only. */
  evaluate<Args extends readonly unknown[], Result>(
    act: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>
  /** A real click at a point of the viewport. */
  click(x: number, y: number): Promise<void>
  /** Real key presses, one a character. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  screenshot(): Promise<Uint8Array>
  /** Prints the page on A4 as a PDF. WebKit loads the address again, so it can only print pages of the state book. */
  print(): Promise<Uint8Array>
  close(): Promise<void>
}

export type Key =
  | 'Tab'
  | 'Shift+Tab'
  | 'Enter'
  | 'Escape'
  | 'Space'
  | 'ArrowDown'
  | 'ArrowRight'
  | 'SelectAll'

export interface Engine {
  readonly name: 'firefox' | 'webkit'
  open(viewport: Viewport): Promise<EnginePage>
}
