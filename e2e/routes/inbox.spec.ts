import { testProtectedPage } from './protected-page.ts';

testProtectedPage({ path: '/dashboard/inbox', title: 'Inbox' });
