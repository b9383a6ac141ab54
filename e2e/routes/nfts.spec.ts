import { testProtectedPage } from './coming-later.ts';

testProtectedPage({ path: '/dashboard/nfts', title: 'NFT Collection' });
