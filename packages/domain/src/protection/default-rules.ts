/** How much leaves when, unless the operator of a server sets it otherwise. Whole US dollars and times. */
export const DEFAULT_RULES = {
  dailyLimitUsd: 500,
  limitRaiseHours: 24,
  resetHoldUsd: 50,
  resetHoldHours: 24,
  newDeviceUsd: 200,
  newDeviceMinutes: 60,
  unfreezePasskeyHours: 24,
  lostFactorDays: 7,
  contactChangeHours: 24,
} as const;
