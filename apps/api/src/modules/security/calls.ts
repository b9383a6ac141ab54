import { addApp } from '#wire/security/add-app';
import { addPasskey } from '#wire/security/add-passkey';
import { appSecret } from '#wire/security/app-secret';
import { newRecoveryCodes } from '#wire/security/new-recovery-codes';
import { passkeyChallenge } from '#wire/security/passkey-challenge';
import { passkeySignIn } from '#wire/security/passkey-sign-in';
import { passkeySignInChallenge } from '#wire/security/passkey-sign-in-challenge';
import { removeApp } from '#wire/security/remove-app';
import { removePasskey } from '#wire/security/remove-passkey';
import { renamePasskey } from '#wire/security/rename-passkey';
import { securitySettings } from '#wire/security/security-settings';
import { type ServedCall, serve } from '../../application/call.ts';
import { inSameTime } from '../../application/same-time.ts';
import type { Clock } from '../../ports/clock.ts';
import { type AddAppPorts, createAddApp } from './add-app.ts';
import { type AddPasskeyPorts, createAddPasskey } from './add-passkey.ts';
import { type AppSecretPorts, createAppSecret } from './app-secret.ts';
import { createNewRecoveryCodes, type NewRecoveryCodesPorts } from './new-recovery-codes.ts';
import { createPasskeyChallenge, type PasskeyChallengePorts } from './passkey-challenge.ts';
import { createPasskeySignIn, type PasskeySignInPorts } from './passkey-sign-in.ts';
import {
  createPasskeySignInChallenge,
  type PasskeySignInChallengePorts,
} from './passkey-sign-in-challenge.ts';
import { createRemoveApp, type RemoveAppPorts } from './remove-app.ts';
import { createRemovePasskey, type RemovePasskeyPorts } from './remove-passkey.ts';
import { createRenamePasskey, type RenamePasskeyPorts } from './rename-passkey.ts';
import { createSecuritySettings, type SecuritySettingsPorts } from './security-settings.ts';

/** What the calls of this module need. */
export type SecurityPorts = SecuritySettingsPorts &
  PasskeyChallengePorts &
  AddPasskeyPorts &
  RenamePasskeyPorts &
  RemovePasskeyPorts &
  AppSecretPorts &
  AddAppPorts &
  RemoveAppPorts &
  NewRecoveryCodesPorts &
  PasskeySignInChallengePorts &
  PasskeySignInPorts & { readonly clock: Clock };

/** @returns the calls of this module with their handlers */
export function calls(ports: SecurityPorts): readonly ServedCall[] {
  return [
    serve(securitySettings, createSecuritySettings(ports)),
    serve(passkeyChallenge, createPasskeyChallenge(ports)),
    serve(addPasskey, createAddPasskey(ports)),
    serve(renamePasskey, createRenamePasskey(ports)),
    serve(removePasskey, createRemovePasskey(ports)),
    serve(appSecret, createAppSecret(ports)),
    serve(addApp, createAddApp(ports)),
    serve(removeApp, createRemoveApp(ports)),
    serve(newRecoveryCodes, createNewRecoveryCodes(ports)),
    serve(passkeySignInChallenge, createPasskeySignInChallenge(ports)),
    serve(passkeySignIn, inSameTime(ports.clock, createPasskeySignIn(ports))),
  ];
}
