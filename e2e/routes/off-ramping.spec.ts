import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/off-ramping', title: 'Sell' });
