import { testGuestPage } from './coming-later.ts';

testGuestPage({
  path: '/verify-otp?email=new%40kax.test',
  title: 'Verify your account',
  back: 'Back to sign In',
});
