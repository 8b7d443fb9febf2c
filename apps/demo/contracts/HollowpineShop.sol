// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IShade {
    function plant(address to, string calldata species, uint16 shares) external returns (uint256 id);
}

interface IPine {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Sells shares of trees for ether. A purchase gives one Shade certificate and ten PINE for each share.
contract HollowpineShop {
    struct Species {
        string name;
        uint256 price;
        uint32 left;
    }

    uint256 public constant PINE_PER_SHARE = 10e18;

    address payable public immutable owner;
    IShade public immutable shade;
    IPine public immutable pine;
    Species[] private catalogue;

    event Planted(address indexed buyer, uint256 indexed id, uint256 indexed species, uint16 shares, uint256 paid);

    error WrongPrice(uint256 paid, uint256 price);
    error SoldOut(uint32 left);
    error PayoutRefused();

    constructor(IShade shade_, IPine pine_, Species[] memory stock) {
        owner = payable(msg.sender);
        shade = shade_;
        pine = pine_;
        for (uint256 i = 0; i < stock.length; i++) catalogue.push(stock[i]);
    }

    /// What is for sale: name, price of a share in wei, shares left.
    function species() external view returns (Species[] memory) {
        return catalogue;
    }

    /// Plants `shares` of a species for the caller, who pays exactly their price.
    function plant(uint256 index, uint16 shares) external payable returns (uint256 id) {
        Species storage chosen = catalogue[index];
        if (shares == 0 || chosen.left < shares) revert SoldOut(chosen.left);
        uint256 price = chosen.price * shares;
        if (msg.value != price) revert WrongPrice(msg.value, price);
        chosen.left -= shares;
        id = shade.plant(msg.sender, chosen.name, shares);
        pine.transfer(msg.sender, PINE_PER_SHARE * shares);
        emit Planted(msg.sender, id, index, shares, msg.value);
        (bool paid,) = owner.call{value: msg.value}("");
        if (!paid) revert PayoutRefused();
    }
}
