// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IERC1155Receiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata extra)
        external
        returns (bytes4);
    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata extra
    ) external returns (bytes4);
}

/// Packets of seeds: kinds of which an account holds any number. Source: ERC-1155 with its metadata extension, ERC-165.
contract Seeds {
    string public constant name = "Hollowpine Seeds";
    address public immutable maker;
    mapping(address owner => mapping(uint256 id => uint256)) private balances;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 id => string) public uri;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
    event URI(string value, uint256 indexed id);

    error NotAllowed(address caller);
    error BalanceTooLow(uint256 balance, uint256 needed);
    error LengthsDiffer(uint256 ids, uint256 values);
    error ReceiverRefused(address to);

    constructor() {
        maker = msg.sender;
    }

    function describe(uint256 id, string calldata uri_) external {
        if (msg.sender != maker) revert NotAllowed(msg.sender);
        uri[id] = uri_;
        emit URI(uri_, id);
    }

    function mint(address to, uint256[] calldata ids, uint256[] calldata values) external {
        if (msg.sender != maker) revert NotAllowed(msg.sender);
        if (ids.length != values.length) revert LengthsDiffer(ids.length, values.length);
        for (uint256 i = 0; i < ids.length; i++) balances[to][ids[i]] += values[i];
        emit TransferBatch(msg.sender, address(0), to, ids, values);
    }

    function balanceOf(address owner, uint256 id) public view returns (uint256) {
        return balances[owner][id];
    }

    function balanceOfBatch(address[] calldata owners, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory found)
    {
        if (owners.length != ids.length) revert LengthsDiffer(owners.length, ids.length);
        found = new uint256[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) found[i] = balances[owners[i]][ids[i]];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata extra) external {
        move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        if (
            to.code.length != 0
                && IERC1155Receiver(to).onERC1155Received(msg.sender, from, id, value, extra)
                    != IERC1155Receiver.onERC1155Received.selector
        ) revert ReceiverRefused(to);
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata extra
    ) external {
        if (ids.length != values.length) revert LengthsDiffer(ids.length, values.length);
        for (uint256 i = 0; i < ids.length; i++) move(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (
            to.code.length != 0
                && IERC1155Receiver(to).onERC1155BatchReceived(msg.sender, from, ids, values, extra)
                    != IERC1155Receiver.onERC1155BatchReceived.selector
        ) revert ReceiverRefused(to);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function move(address from, address to, uint256 id, uint256 value) private {
        if (msg.sender != from && !isApprovedForAll[from][msg.sender]) revert NotAllowed(msg.sender);
        uint256 balance = balances[from][id];
        if (to == address(0) || balance < value) revert BalanceTooLow(balance, value);
        balances[from][id] = balance - value;
        balances[to][id] += value;
    }
}
