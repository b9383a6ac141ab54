import type { BaseUnits } from '../amount/base-units.ts';
import { parseBaseUnits } from '../amount/parse-base-units.ts';

/**
 * What a payment code requests. Nothing in it is compared with a network: an address has its form, but neither its
 * checksum nor what is behind it was checked.
 */
export interface PaymentRequest {
  /** The recipient: `0x…` as it was written, or `0zk…` in lower case. */
  readonly address: string;
  /** The EIP-155 integer; null when the code names no network. */
  readonly chainId: number | null;
  /** The contract of the token; null for the native coin, and for any coin when there is no amount either. */
  readonly token: string | null;
  /** Null when the code names no amount, or zero. */
  readonly units: BaseUnits | null;
}

/** Why a text is not a payment that we can make. */
export type PaymentUriProblem =
  | 'not-an-address'
  /** A name, such as `vitalik.eth`, in place of an address. */
  | 'name'
  /** It calls a contract with something other than a transfer of its token. */
  | 'other-function'
  /** It is a payment code, but its network, recipient or amount can't be read exactly. */
  | 'not-exact';

export type ReadPaymentUri =
  | { readonly ok: true; readonly request: PaymentRequest }
  | { readonly ok: false; readonly problem: PaymentUriProblem };

/** What `paymentUri` writes. The native coin has no token address. */
export interface PaymentUriParts {
  readonly recipient: string;
  readonly chainId: number;
  readonly token: string | null;
  /** Null to let the payer choose. */
  readonly units: bigint | null;
}

/**
 * Writes a payment to a public address in the form that other wallets read (https://eips.ethereum.org/EIPS/eip-681).
 * @returns as in `ethereum:0x…@137?value=25`, or for a token, `ethereum:0x…@137/transfer?address=0x…&uint256=25`; the
 * amount in base units, all digits written out
 */
export function paymentUri({ recipient, chainId, token, units }: PaymentUriParts): string {
  if (token === null) {
    return `ethereum:${recipient}@${chainId}${units === null ? '' : `?value=${units}`}`;
  }
  const amount = units === null ? '' : `&uint256=${units}`;
  return `ethereum:${token}@${chainId}/transfer?address=${recipient}${amount}`;
}

/**
 * Reads a payment code: an EIP-681 URI for the native coin or for one transfer of a token, or an address alone. An
 * amount is read exactly or not at all. Unknown parameters, such as a gas price, are ignored.
 * @returns the requested payment, or the first problem
 */
export function readPaymentUri(text: string): ReadPaymentUri {
  const trimmed = text.trim();
  if (!SCHEME.test(trimmed)) return readAddress(trimmed);
  const parts = URI.exec(trimmed);
  if (parts === null) return refuse('not-exact');
  const [, target = '', chain, called, query = ''] = parts;
  if (!PUBLIC_ADDRESS.test(target)) return refuse(isName(target) ? 'name' : 'not-an-address');
  if (chain !== undefined && !CHAIN_ID.test(chain)) return refuse('not-exact');
  const parameters = parametersOf(query);
  if (parameters === null) return refuse('not-exact');
  const chainId = chain === undefined ? null : Number.parseInt(chain, 10);
  return called === undefined
    ? readNative({ target, chainId, parameters })
    : readCall({ target, chainId, parameters }, called);
}

const SCHEME = /^ethereum:/i;
/** Target, network, function and parameters. */
const URI = /^ethereum:(?:pay-)?([^@/?]*)(?:@([^/?]*))?(?:\/([^?]*))?(?:\?(.*))?$/i;
const PUBLIC_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const PRIVATE_ADDRESS = /^0zk1[0-9a-z]{8,}$/i;
/** At most 15 digits, which a `number` holds exactly. */
const CHAIN_ID = /^[1-9][0-9]{0,14}$/;
/** A parameter that stands for an argument of the function: its key is the argument's type. */
const ARGUMENT = /^(?:u?int[0-9]*|bytes[0-9]*|address|bool|string|u?fixed.*|.*\[[0-9]*\])$/;
const NAME = /^[^\s.]+(?:\.[^\s.]+)+$/;

interface Parts {
  readonly target: string;
  readonly chainId: number | null;
  readonly parameters: ReadonlyMap<string, string>;
}

function readNative({ target, chainId, parameters }: Parts): ReadPaymentUri {
  // Arguments without a function are a token transfer with its middle missing, and the target is no recipient.
  if (argumentsIn(parameters).length > 0) return refuse('other-function');
  return withAmount({ address: target, chainId, token: null }, parameters.get('value'));
}

/** The arguments in this order are `transfer(address,uint256)`; in any other, another function of the same name. */
const TRANSFER_ARGUMENTS = ['address', 'address,uint256'];

function readCall({ target, chainId, parameters }: Parts, called: string): ReadPaymentUri {
  const isTransfer = TRANSFER_ARGUMENTS.includes(argumentsIn(parameters).join());
  if (called !== 'transfer' || !isTransfer) return refuse('other-function');
  const address = parameters.get('address') ?? '';
  if (!PUBLIC_ADDRESS.test(address)) return refuse(isName(address) ? 'name' : 'not-an-address');
  return withAmount({ address, chainId, token: target }, parameters.get('uint256'));
}

function withAmount(
  request: Omit<PaymentRequest, 'units'>,
  written: string | undefined,
): ReadPaymentUri {
  if (written === undefined) return { ok: true, request: { ...request, units: null } };
  const digits = digitsOf(written);
  if (digits === null) return refuse('not-exact');
  const parsed = parseBaseUnits(digits);
  if (parsed.ok) return { ok: true, request: { ...request, units: parsed.units } };
  if (parsed.problem === 'zero') return { ok: true, request: { ...request, units: null } };
  return refuse('not-exact');
}

/** Up to three digits of exponent: more is above any amount, and a text of a few characters would become millions. */
const NUMBER = /^\+?([0-9]+)(?:\.([0-9]+))?(?:e\+?([0-9]{1,3}))?$/i;

/** @returns the whole number that a text such as `2.014e18` stands for, as digits; null when it isn't a whole one. */
function digitsOf(written: string): string | null {
  const match = NUMBER.exec(written);
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const places = Number.parseInt(exponent, 10);
  const decimals = fraction.replace(/0+$/, '');
  if (decimals.length > places) return null;
  return `${whole}${decimals.padEnd(places, '0')}`.replace(/^0+(?=[0-9])/, '');
}

/** @returns the parameters by key; null when one is ill-formed or given twice, because wallets differ in which counts */
function parametersOf(query: string): ReadonlyMap<string, string> | null {
  const parameters = new Map<string, string>();
  for (const parameter of query.split('&')) {
    if (parameter === '') continue;
    const at = parameter.indexOf('=');
    const key = parameter.slice(0, at);
    if (at < 1 || parameters.has(key)) return null;
    parameters.set(key, parameter.slice(at + 1));
  }
  return parameters;
}

function argumentsIn(parameters: ReadonlyMap<string, string>): readonly string[] {
  return [...parameters.keys()].filter((key) => ARGUMENT.test(key));
}

function readAddress(text: string): ReadPaymentUri {
  const isPrivate = PRIVATE_ADDRESS.test(text);
  if (!isPrivate && !PUBLIC_ADDRESS.test(text)) {
    return refuse(isName(text) ? 'name' : 'not-an-address');
  }
  // A QR code is smaller in capitals, and bech32m is the same in both.
  const address = isPrivate ? text.toLowerCase() : text;
  return { ok: true, request: { address, chainId: null, token: null, units: null } };
}

/** A domain, but not a web address, an email address or a sentence. */
function isName(text: string): boolean {
  return NAME.test(text) && !/[/:@?]/.test(text);
}

function refuse(problem: PaymentUriProblem): ReadPaymentUri {
  return { ok: false, problem };
}
