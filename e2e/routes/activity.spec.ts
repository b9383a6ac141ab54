import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/activity/polygon-usdc', title: 'Recent Activity' });
