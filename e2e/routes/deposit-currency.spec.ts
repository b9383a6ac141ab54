import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/dashboard/deposit-currency', title: 'Deposit' });
