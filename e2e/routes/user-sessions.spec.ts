import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/user-sessions', title: 'Active Sessions' });
