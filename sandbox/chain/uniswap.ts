import { createRequire } from 'node:module';
import { type Hex, isHex, parseAbi } from 'viem';

const load = createRequire(import.meta.url);

/** The deployment code of Uniswap's contracts as their npm packages ship it. */
export const uniswapCode = {
  v2Factory: () => code('@uniswap/v2-core/build/UniswapV2Factory.json'),
  v2Router: () => code('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
  v3Factory: () =>
    code('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
  positionManager: () => periphery('NonfungiblePositionManager.sol/NonfungiblePositionManager'),
  swapRouter: () => periphery('SwapRouter.sol/SwapRouter'),
  quoter: () => periphery('lens/QuoterV2.sol/QuoterV2'),
} as const;

/** The functions and events that the sandbox uses. */
export const v2RouterAbi = parseAbi([
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
]);
export const v2FactoryAbi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address pair)',
]);
export const v2PairAbi = parseAbi([
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
]);
export const v3FactoryAbi = parseAbi([
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address pool)',
]);
export const positionManagerAbi = parseAbi([
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
]);
export const swapRouterAbi = parseAbi([
  'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256 amountOut)',
]);
export const v3PoolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
]);

/** 0.3 %, the fee of every pool here, and the widest range that its tick spacing allows. */
export const POOL_FEE = 3000;
export const FULL_RANGE_TICK = 887220;

function periphery(path: string): Hex {
  return code(`@uniswap/v3-periphery/artifacts/contracts/${path}.json`);
}

function code(file: string): Hex {
  const { bytecode } = load(file) as { bytecode: string };
  const hex = bytecode.startsWith('0x') ? bytecode : `0x${bytecode}`;
  if (!isHex(hex)) throw new Error(`${file} contains code that still has to be linked.`);
  return hex;
}
