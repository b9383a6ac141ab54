// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

/// Loses one unit of everything that is moved.
contract StingyToken {
    mapping(address account => uint256) public balanceOf;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        balanceOf[from] -= value;
        balanceOf[to] += value - 1;
        return true;
    }
}
