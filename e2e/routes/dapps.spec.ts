import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/dashboard/dapps', title: 'dApps' });
