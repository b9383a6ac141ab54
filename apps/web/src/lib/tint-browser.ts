/** Gives the browser's own bars the color of the page, which theme and mode decide. */
export function tintBrowser(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--bg');
  if (color !== '')
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
}
