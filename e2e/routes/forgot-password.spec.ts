import { testGuestPage } from './coming-later.ts';

testGuestPage({ path: '/forgot-password', title: 'Reset your password', back: 'Back to Sign In' });
