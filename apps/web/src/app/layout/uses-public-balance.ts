const PUBLIC_PAGES: readonly RegExp[] = [
  /^\/rango-exchange$/,
  /^\/(?:on|off)-ramping$/,
  /^\/dashboard\/deposit-currency$/,
  /^\/deposit\//,
];

/** @returns whether the page at a path uses the public balance, whatever the wallet mode is */
export function usesPublicBalance(pathname: string): boolean {
  return PUBLIC_PAGES.some((page) => page.test(pathname));
}
