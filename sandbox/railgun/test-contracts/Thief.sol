// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

/// When it is paid, it makes a prepared call, and passes on its revert reason.
contract Thief {
    address private immutable target;
    bytes private data;

    constructor(address target_, bytes memory data_) {
        target = target_;
        data = data_;
    }

    receive() external payable {
        (bool isDone, bytes memory output) = target.call(data);
        if (!isDone) {
            assembly ("memory-safe") {
                revert(add(output, 32), mload(output))
            }
        }
    }
}
