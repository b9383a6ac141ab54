/** How much may leave when, as it is configured. Money in US cents. */
export interface ProtectionRules {
  /** Of accounts that set none of their own. */
  readonly dailyLimit: bigint;
  readonly resetHold: { readonly most: bigint; readonly lastsMs: number };
  readonly newDevice: { readonly most: bigint; readonly lastsMs: number };
  /** Until the removal of lost second factors takes effect. */
  readonly lostFactorsMs: number;
  /** How long before a freeze a passkey was added that unfreezes. */
  readonly unfreezingAgeMs: number;
  /** Until a higher limit takes effect. */
  readonly raiseMs: number;
}
