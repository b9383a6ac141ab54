import { testGuestPage } from './coming-later.ts';

testGuestPage({ path: '/register', title: 'Quickly Create Kax Account', back: 'Back to Sign In' });
