// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

interface Erc20 {
    function balanceOf(address account) external view returns (uint256);

    function allowance(address holder, address spender) external view returns (uint256);

    function approve(address spender, uint256 value) external returns (bool);

    function transfer(address to, uint256 value) external returns (bool);

    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Moves ERC-20 tokens, including those that return nothing, and rejects tokens that return false.
library TokenMover {
    function push(Erc20 token, address to, uint256 value) internal {
        _call(token, abi.encodeCall(Erc20.transfer, (to, value)));
    }

    function pull(Erc20 token, address from, address to, uint256 value) internal {
        _call(token, abi.encodeCall(Erc20.transferFrom, (from, to, value)));
    }

    function permit(Erc20 token, address spender, uint256 value) internal {
        _call(token, abi.encodeCall(Erc20.approve, (spender, value)));
    }

    function _call(Erc20 token, bytes memory input) private {
        (bool isDone, bytes memory output) = address(token).call(input);
        if (!isDone) {
            // The token's own reason says more than we could.
            assembly ("memory-safe") {
                revert(add(output, 32), mload(output))
            }
        }
        bool isToken = output.length == 0
            ? address(token).code.length > 0
            : abi.decode(output, (bool));
        require(isToken, "RailgunSmartWallet: Token moved nothing");
    }
}
