import { decodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import type { StepTerms } from '#domain/swap/check-delivery';

/** Trades of Uniswap's routers, V2 and V3. */
const tradeAbi = parseAbi([
  'struct ExactInputParams { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInputParams params) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
]);
/** A deposit in an escrow, for a delivery on another chain; the zero address is the native coin there. */
const escrowAbi = parseAbi([
  'struct Order { uint256 chainId; address token; uint256 minOut; address recipient; uint64 deadline; uint8 venue; bool isExpress; }',
  'function deposit(bytes32 id, address token, uint256 amount, Order order)',
]);
const knownAbi = [...tradeAbi, ...escrowAbi];

/**
 * Reads what a step sells, and to whom it delivers what, from the call itself.
 * @returns null for a call of another shape
 */
export function stepTermsOf(data: Hex): StepTerms | null {
  const call = decode(data);
  switch (call?.functionName) {
    case 'exactInput': {
      const [{ recipient, amountIn: input, amountOutMinimum: minimumOutput }] = call.args;
      return { recipient, input, minimumOutput, destination: null };
    }
    case 'multicall':
      return unwrapTerms(call.args[0]);
    case 'swapExactTokensForTokens':
    case 'swapExactTokensForETH': {
      const [input, minimumOutput, , recipient] = call.args;
      return { recipient, input, minimumOutput, destination: null };
    }
    case 'swapExactETHForTokens': {
      const [minimumOutput, , recipient] = call.args;
      return { recipient, input: null, minimumOutput, destination: null };
    }
    case 'deposit': {
      const [, , input, { recipient, minOut: minimumOutput, chainId, token }] = call.args;
      const tokenAddress = token === zeroAddress ? null : token;
      const destination = { chainId: Number(chainId), tokenAddress };
      return { recipient, input, minimumOutput, destination };
    }
    default:
      return null;
  }
}

/** A trade whose output the router keeps, and then pays out as the native coin. */
function unwrapTerms(calls: readonly Hex[]): StepTerms | null {
  const [trade, unwrap, ...others] = calls.map(decode);
  if (trade?.functionName !== 'exactInput' || unwrap?.functionName !== 'unwrapWETH9') return null;
  const [{ recipient: keeper, amountIn: input }] = trade.args;
  if (keeper !== zeroAddress || others.length > 0) return null;
  const [minimumOutput, recipient] = unwrap.args;
  return { recipient, input, minimumOutput, destination: null };
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: knownAbi, data });
  } catch {
    // Another function, or arguments that are none of it: nothing is known about the call.
    return null;
  }
}
