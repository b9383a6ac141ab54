import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/reset-password', title: 'Reset your password' });
