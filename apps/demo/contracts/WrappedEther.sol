// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Ether as an ERC-20, with the functions and events that WETH9 has on public chains.
contract WrappedEther {
    string public constant name = "Wrapped Ether";
    string public constant symbol = "WETH";
    uint8 public constant decimals = 18;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    error BalanceTooLow(uint256 balance, uint256 needed);
    error AllowanceTooLow(uint256 allowance, uint256 needed);
    error PayoutRefused();

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        spend(msg.sender, value);
        emit Withdrawal(msg.sender, value);
        (bool paid,) = msg.sender.call{value: value}("");
        if (!paid) revert PayoutRefused();
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
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (from != msg.sender && allowed != type(uint256).max) {
            if (allowed < value) revert AllowanceTooLow(allowed, value);
            allowance[from][msg.sender] = allowed - value;
        }
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        spend(from, value);
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }

    function spend(address from, uint256 value) private {
        uint256 balance = balanceOf[from];
        if (balance < value) revert BalanceTooLow(balance, value);
        balanceOf[from] = balance - value;
    }
}
