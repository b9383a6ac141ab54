// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

interface Takeable {
    function transferFrom(address from, address to, uint256 value) external;
}

/// Takes what its caller allows it to take.
contract Taker {
    function take(address token, uint256 value) external {
        Takeable(token).transferFrom(msg.sender, address(this), value);
    }
}
