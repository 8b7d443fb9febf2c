// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Text} from "./Text.sol";

interface IERC721Receiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata extra)
        external
        returns (bytes4);
}

/// The certificate of a planted tree: an ERC-721 whose picture and metadata are drawn on the chain.
/// Source: ERC-721 with its metadata extension, ERC-165.
contract Shade {
    string public constant name = "Hollowpine Shade";
    string public constant symbol = "SHADE";

    struct Tree {
        string species;
        uint16 shares;
        uint64 plantedAt;
    }

    address public immutable maker;
    address public shop;
    uint256 public totalSupply;
    mapping(uint256 id => Tree) public trees;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 id => address) public getApproved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 id => address) private owners;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NotAllowed(address caller);
    error NoSuchToken(uint256 id);
    error ReceiverRefused(address to);

    constructor() {
        maker = msg.sender;
    }

    /// Names the one contract that may plant. Once only.
    function openShop(address shop_) external {
        if (msg.sender != maker || shop != address(0)) revert NotAllowed(msg.sender);
        shop = shop_;
    }

    function plant(address to, string calldata species, uint16 shares) external returns (uint256 id) {
        if (msg.sender != shop) revert NotAllowed(msg.sender);
        id = ++totalSupply;
        trees[id] = Tree(species, shares, uint64(block.timestamp));
        owners[id] = to;
        balanceOf[to] += 1;
        emit Transfer(address(0), to, id);
    }

    function ownerOf(uint256 id) public view returns (address owner) {
        owner = owners[id];
        if (owner == address(0)) revert NoSuchToken(id);
    }

    function approve(address approved, uint256 id) external {
        address owner = ownerOf(id);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed(msg.sender);
        getApproved[id] = approved;
        emit Approval(owner, approved, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        address owner = ownerOf(id);
        bool allowed = msg.sender == owner || getApproved[id] == msg.sender || isApprovedForAll[owner][msg.sender];
        if (!allowed || owner != from || to == address(0)) revert NotAllowed(msg.sender);
        delete getApproved[id];
        balanceOf[from] -= 1;
        balanceOf[to] += 1;
        owners[id] = to;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        safeTransferFrom(from, to, id, "");
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory extra) public {
        transferFrom(from, to, id);
        if (
            to.code.length != 0
                && IERC721Receiver(to).onERC721Received(msg.sender, from, id, extra)
                    != IERC721Receiver.onERC721Received.selector
        ) revert ReceiverRefused(to);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function tokenURI(uint256 id) external view returns (string memory) {
        ownerOf(id);
        Tree memory tree = trees[id];
        bytes memory json = abi.encodePacked(
            '{"name":"',
            tree.species,
            " no. ",
            Text.decimal(id),
            '","description":"The shade of one tree on the Hollowpine slope.","image":"data:image/svg+xml;base64,',
            Text.base64(picture(id, tree)),
            '","attributes":[{"trait_type":"Species","value":"',
            tree.species,
            '"},{"trait_type":"Shares","value":',
            Text.decimal(tree.shares),
            "}]}"
        );
        return string.concat("data:application/json;base64,", Text.base64(json));
    }

    /// A tree on a slope under a sun. Where the sun stands and how green the crown is follow from the number of the tree.
    function picture(uint256 id, Tree memory tree) private pure returns (bytes memory) {
        uint256 seed = uint256(keccak256(abi.encode(id, tree.species)));
        return abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 400"><rect width="320" height="400" fill="#f3efe2"/>',
            '<circle cx="',
            Text.decimal(60 + (seed % 200)),
            '" cy="',
            Text.decimal(64 + ((seed >> 16) % 60)),
            '" r="30" fill="#e2a33c"/><path d="M0 292Q96 236 196 268T320 244V400H0Z" fill="#cfd8bd"/>',
            crown(seed, tree.species),
            '<path d="M0 324Q120 286 320 312V400H0Z" fill="#12452f"/>',
            '<g fill="#f3efe2" font-family="Georgia,serif"><text x="24" y="360" font-size="24">',
            tree.species,
            '</text><text x="24" y="383" font-size="13">Shade no. ',
            Text.decimal(id),
            " / ",
            Text.decimal(tree.shares),
            tree.shares == 1 ? " share</text></g></svg>" : " shares</text></g></svg>"
        );
    }

    /// Broad-leaved trees are round, larches golden, all others green and pointed.
    function crown(uint256 seed, string memory species) private pure returns (bytes memory) {
        bytes32 kind = keccak256(bytes(species));
        bool isLarch = kind == keccak256("Larch");
        bytes memory colour = abi.encodePacked(
            isLarch ? "hsl(" : "hsl(1",
            Text.decimal((isLarch ? 36 : 30) + ((seed >> 32) % 20)),
            isLarch ? ",60%," : ",38%,",
            Text.decimal((isLarch ? 44 : 22) + ((seed >> 48) % 10)),
            "%)"
        );
        return abi.encodePacked(
            '<path d="M156 214h8v104h-8z" fill="#6b4a2f"/><g fill="',
            colour,
            kind == keccak256("Rowan")
                ? '"><circle cx="160" cy="164" r="58"/><circle cx="114" cy="206" r="40"/><circle cx="206" cy="206" r="40"/></g><g fill="#d1492e"><circle cx="140" cy="150" r="5"/><circle cx="186" cy="172" r="5"/><circle cx="118" cy="204" r="5"/><circle cx="164" cy="196" r="5"/><circle cx="214" cy="208" r="5"/></g>'
                : '"><path d="M160 92 198 160H122Z"/><path d="M160 126 212 216H108Z"/><path d="M160 168 226 276H94Z"/></g>'
        );
    }
}
