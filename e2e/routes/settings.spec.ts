import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/dashboard/settings', title: 'Settings' });
