// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

/// The chain's own coin as an ERC-20 token, one for one.
contract WrappedNative {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    mapping(address account => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Deposit(address indexed account, uint256 value);
    event Withdrawal(address indexed account, uint256 value);

    error BalanceTooLow(address holder, uint256 balance, uint256 needed);
    error AllowanceTooLow(address spender, uint256 allowance, uint256 needed);
    error PaymentRefused(address account);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        uint256 balance = balanceOf[msg.sender];
        if (balance < value) revert BalanceTooLow(msg.sender, balance, value);
        balanceOf[msg.sender] = balance - value;
        emit Withdrawal(msg.sender, value);
        (bool isPaid, ) = msg.sender.call{value: value}("");
        if (!isPaid) revert PaymentRefused(msg.sender);
    }

    function totalSupply() external view returns (uint256) {
        return address(this).balance;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return transferFrom(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) public returns (bool) {
        uint256 balance = balanceOf[from];
        if (balance < value) revert BalanceTooLow(from, balance, value);
        uint256 allowed = allowance[from][msg.sender];
        if (from != msg.sender && allowed != type(uint256).max) {
            if (allowed < value) revert AllowanceTooLow(msg.sender, allowed, value);
            allowance[from][msg.sender] = allowed - value;
        }
        balanceOf[from] = balance - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}
