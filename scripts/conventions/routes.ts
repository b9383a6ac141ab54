import type { SourceByPath } from './read-sources.ts';

/** The route table of the specification (§2): path in the router, and the name of its files. */
const fileByRoute: Readonly<Record<string, string>> = {
  '/login': 'login',
  '/register': 'register',
  '/forgot-password': 'forgot-password',
  '/verify-otp': 'verify-otp',
  '/dashboard': 'dashboard',
  '/activity/:id': 'activity',
  '/dashboard/nfts': 'nfts',
  '/dashboard/dapps': 'dapps',
  '/dashboard/settings': 'settings',
  '/rango-exchange': 'rango-exchange',
  '/reset-password': 'reset-password',
  '/user-sessions': 'user-sessions',
  '/on-ramping': 'on-ramping',
  '/off-ramping': 'off-ramping',
  '/dashboard/deposit-currency': 'deposit-currency',
  '/deposit/:currencyId': 'deposit',
};

/** @returns each route of the specification that lacks its entry, its file or its browser test */
export function findMissingRoutes(sources: SourceByPath): readonly string[] {
  const router = sources.get('apps/web/src/app/router.tsx') ?? '';
  return Object.entries(fileByRoute).flatMap(([route, file]) => [
    ...(router.includes(`path="${route}"`) ? [] : [`${route}: not in the router.`]),
    ...[`apps/web/src/routes/${file}.tsx`, `e2e/routes/${file}.spec.ts`]
      .filter((path) => !sources.has(path))
      .map((path) => `${route}: ${path} is missing.`),
  ]);
}
