// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

/// Calls a contract on every transfer, and passes on its revert reason.
contract CallbackToken {
    address private target;
    bytes private data;

    function arm(address target_, bytes calldata data_) external {
        target = target_;
        data = data_;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        (bool isDone, bytes memory output) = target.call(data);
        if (!isDone) {
            assembly ("memory-safe") {
                revert(add(output, 32), mload(output))
            }
        }
        return true;
    }
}
