import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { refresh } from './auth/refresh.ts';
import type { AnyContract } from './contract.ts';
import { health } from './health.ts';
import { ready } from './ready.ts';
import { coins } from './wallet/coins.ts';
import { operation } from './wallet/operation.ts';
import { operations } from './wallet/operations.ts';
import { quoteSend } from './wallet/quote-send.ts';
import { refreshCoin } from './wallet/refresh-coin.ts';
import { sendTokens } from './wallet/send-tokens.ts';

/** Every call of the API, in the order of the API description. */
export const contracts: readonly AnyContract[] = [
  health,
  ready,
  login,
  refresh,
  logout,
  coins,
  refreshCoin,
  quoteSend,
  sendTokens,
  operations,
  operation,
];
