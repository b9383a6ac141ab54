/** Every path of the app (§2 Route table), in its order. */
export const paths = {
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  verifyOtp: '/verify-otp',
  dashboard: '/dashboard',
  activity: (id: string) => `/activity/${encodeURIComponent(id)}`,
  nfts: '/dashboard/nfts',
  dapps: '/dashboard/dapps',
  settings: '/dashboard/settings',
  exchange: '/rango-exchange',
  resetPassword: '/reset-password',
  userSessions: '/user-sessions',
  onRamping: '/on-ramping',
  offRamping: '/off-ramping',
  depositCurrency: '/dashboard/deposit-currency',
  deposit: (currencyId: string) => `/deposit/${encodeURIComponent(currencyId)}`,
  /** One purchase or sale, among the others. */
  rampOrder: (side: 'BUY' | 'SELL', orderId: string) =>
    `/${side === 'BUY' ? 'on' : 'off'}-ramping?order=${encodeURIComponent(orderId)}`,
  swapInHistory: (requestId: string) =>
    `/rango-exchange?view=history&swap=${encodeURIComponent(requestId)}`,
  operation: (id: string) => `/dashboard/operations/${encodeURIComponent(id)}`,
} as const;
