import { TOTP } from 'otpauth';
import { approvalOf, createSoftwarePasskey, type SoftwarePasskey } from '#testing/software-passkey';
import type { ApprovalRequest } from '#wire/security/approval';
import { TEST_SITE } from './factor-parts.test-setup.ts';
import type { TestServer } from './server.test-setup.ts';
import { PASSWORD, type Pair } from './session-calls.test-setup.ts';

/** A passkey of a test's user. */
export function newPasskey(options: { counts?: boolean; isSynced?: boolean } = {}) {
  const [origin = ''] = TEST_SITE.origins;
  return createSoftwarePasskey({ origin, rpId: TEST_SITE.rpId, ...options });
}

/** Approves what a refusal asks for. */
export type Approve = (approval: ApprovalRequest) => string;

interface AdditionHow {
  readonly passkey?: SoftwarePasskey;
  readonly name?: string;
  readonly password?: string;
  readonly isForSignIn?: boolean;
  readonly approve?: Approve;
}

export type FactorCalls = ReturnType<typeof createFactorCalls>;

/** The calls of a user about their second factors, as a browser makes them. */
export function createFactorCalls(server: TestServer) {
  function post(path: string, { access_token }: Pair, body: object, approval?: string) {
    return server.app.inject({
      method: 'POST',
      url: `/api${path}`,
      payload: body,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(approval === undefined ? {} : { 'kax-approval': approval }),
      },
    });
  }

  /** Repeats a request that has to be approved. */
  async function postApproved(path: string, pair: Pair, body: object, approve?: Approve) {
    const response = await post(path, pair, body);
    if (approve === undefined || response.json().code !== 'approval-needed') return response;
    return post(path, pair, body, approve(response.json().approval));
  }

  async function settings({ access_token }: Pair) {
    const headers = { authorization: `Bearer ${access_token}` };
    const url = '/api/auth/security-settings';
    return (await server.app.inject({ method: 'GET', url, headers })).json().data;
  }

  /** What a browser sends to add a passkey. */
  async function passkeyBody(pair: Pair, how: AdditionHow = {}) {
    const {
      passkey = newPasskey(),
      name = 'Laptop',
      password = PASSWORD,
      isForSignIn = true,
    } = how;
    const { challenge, prfSalt } = (await post('/auth/passkeys/challenge', pair, {})).json();
    const attestation = passkey.attest(challenge);
    const signIn = isForSignIn
      ? { assertion: passkey.assert(challenge), secret: passkey.secretOf(prfSalt) }
      : null;
    return { password, name, attestation, signIn };
  }

  return {
    post,
    postApproved,
    settings,
    passkeyBody,

    async addPasskey(pair: Pair, how: AdditionHow = {}) {
      return postApproved('/auth/passkeys', pair, await passkeyBody(pair, how), how.approve);
    },

    /** @returns an app that is added, by its secret */
    async addApp(pair: Pair, approve?: Approve) {
      const { secret, token } = (await post('/auth/authenticator-app/secret', pair, {})).json();
      const body = { password: PASSWORD, token, code: appCode(secret, server.now()) };
      const response = await postApproved('/auth/authenticator-app', pair, body, approve);
      return { secret: String(secret), response };
    },

    async needApproval(path: string, pair: Pair, body: object = {}): Promise<ApprovalRequest> {
      const response = await post(path, pair, body);
      if (response.json().code !== 'approval-needed') throw new Error(response.body);
      return response.json().approval;
    },

    async signInChallenge(): Promise<{ challenge: string; rpId: string; prfSalt: string }> {
      const url = '/api/auth/passkey-sign-in/challenge';
      return (await server.app.inject({ method: 'POST', url, payload: {} })).json();
    },

    signInWith(body: object, ip = '203.0.113.9') {
      const url = '/api/auth/passkey-sign-in';
      return server.app.inject({ method: 'POST', url, payload: body, remoteAddress: ip });
    },

    /** What a browser sends to sign in. */
    async signInBody(passkey: SoftwarePasskey) {
      const { challenge, prfSalt } = await this.signInChallenge();
      return { assertion: passkey.assert(challenge), secret: passkey.secretOf(prfSalt) };
    },
  };
}

/** @returns a passkey that approves whatever is requested */
export function approving(passkey: SoftwarePasskey): Approve {
  return ({ id, challenge }) => approvalOf(id, passkey.assert(challenge));
}

/** @returns the code that an app shows then */
export function appCode(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}
