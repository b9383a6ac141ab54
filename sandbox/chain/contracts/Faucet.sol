// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

interface Transferable {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Hands out starting balances. Each grant has an id and is paid once: a repeated one changes nothing.
contract Faucet {
    address public immutable operator;
    mapping(bytes32 grantId => bool) public isGranted;

    event Granted(bytes32 indexed grantId, address indexed to, uint256 nativeAmount);

    error NotOperator(address caller);
    error PaymentFailed(address to);

    constructor(address operator_) {
        operator = operator_;
    }

    receive() external payable {}

    function grant(
        bytes32 grantId,
        address payable to,
        uint256 nativeAmount,
        address[] calldata tokens,
        uint256[] calldata amounts
    ) external {
        if (msg.sender != operator) revert NotOperator(msg.sender);
        if (isGranted[grantId]) return;
        isGranted[grantId] = true;
        for (uint256 index = 0; index < tokens.length; ++index) {
            if (!Transferable(tokens[index]).transfer(to, amounts[index])) revert PaymentFailed(to);
        }
        if (nativeAmount > 0) {
            (bool isPaid, ) = to.call{value: nativeAmount}("");
            if (!isPaid) revert PaymentFailed(to);
        }
        emit Granted(grantId, to, nativeAmount);
    }
}
