// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Pays somebody in a call that is taken back, and ends well all the same: no money has moved, though a trace shows that it did.
contract BrokenGift {
    error TakenBack();

    function offer(address payable to) external payable {
        try this.payAndRevert{value: msg.value}(to) {} catch {}
        (bool returned,) = msg.sender.call{value: address(this).balance}("");
        if (!returned) revert TakenBack();
    }

    function payAndRevert(address payable to) external payable {
        (bool paid,) = to.call{value: msg.value}("");
        if (paid || !paid) revert TakenBack();
    }
}
