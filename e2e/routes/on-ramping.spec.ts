import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/on-ramping', title: 'Buy' });
