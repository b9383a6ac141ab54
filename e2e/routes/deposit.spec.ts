import { testProtectedPage } from './coming-later.ts';

for (const currency of ['polygon', 'kax', 'usdc']) {
  testProtectedPage({ path: `/deposit/${currency}`, title: 'Deposit' });
}
