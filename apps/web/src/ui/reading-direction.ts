/** @returns the arrow key that would do the same in a page from left to right; other keys unchanged */
export function keyAlongText(key: string): string {
  return isRightToLeft() ? (MIRRORED[key] ?? key) : key;
}

/** Whether the page's lines run from right to left. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl';
}

const MIRRORED: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
};
