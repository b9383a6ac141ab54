import { testProtectedPage } from './protected-page.ts';

testProtectedPage({ path: '/rango-exchange', title: 'Swap' });
