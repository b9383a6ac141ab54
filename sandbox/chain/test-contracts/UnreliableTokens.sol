// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.30;

/// What the tokens of this file have in common: anyone may make new ones.
abstract contract Balances {
    mapping(address account => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

/// Moves nothing and returns false, once it is told to; until then it works.
contract FalseToken is Balances {
    bool public isStopped;

    function stop(bool isStopped_) external {
        isStopped = isStopped_;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (isStopped) return false;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Keeps two percent of what is moved.
contract FeeToken is Balances {
    function transfer(address to, uint256 value) external returns (bool) {
        uint256 fee = (value * 2) / 100;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        balanceOf[address(this)] += fee;
        emit Transfer(msg.sender, to, value - fee);
        emit Transfer(msg.sender, address(this), fee);
        return true;
    }
}

/// Returns true and says nothing of what it moved.
contract SilentToken is Balances {
    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }
}

/// As USDT on Ethereum: nothing is returned, and an allowance changes only from or to zero.
contract FixedAllowanceToken is Balances {
    error ResetFirst(uint256 current);
    error AllowanceTooLow(uint256 current);

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function approve(address spender, uint256 value) external {
        uint256 current = allowance[msg.sender][spender];
        if (value != 0 && current != 0) revert ResetFirst(current);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 current = allowance[from][msg.sender];
        if (current < value) revert AllowanceTooLow(current);
        allowance[from][msg.sender] = current - value;
        _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
