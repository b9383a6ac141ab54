import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/rango-exchange', title: 'Swap' });
