package main

import "strings"

// prices is the price ladder in cents. A step is about 18% above the one before, on average.
var prices = []int64{
	149, 199, 249, 299, 349, 399, 499, 599, 699, 799, 899, 999, 1249, 1499, 1799, 1999, 2499, 2999, 3499, 3999, 4499,
	4999, 5999, 6999, 7999, 8999, 9900, 11900, 12900, 14900, 17900, 19900, 24900, 29900, 34900, 39900, 49900, 59900,
	69900, 79900, 99900, 119900, 149900,
}

// category is a kind of goods. Its items have one of `variants` neighbouring prices of the ladder.
type category struct {
	name  string
	price int // the cheapest item's place in prices
}

const variants = 4

// departments lists the categories of each department, the best-selling category first. price is the place in prices at
// which the prices of the department start.
var departments = []struct {
	price int
	names string
}{
	{8, "Coffee, Tea, Chocolate, Snacks, Olive Oil, Pasta, Spices, Honey, Juice, Biscuits"},
	{6, "Notebooks, Pens, Paper, Folders, Staplers, Markers, Envelopes, Labels, Calendars, Desk Pads"},
	{12, "T-Shirts, Socks, Shirts, Belts, Scarves, Hats, Gloves, Leggings, Pyjamas, Ties"},
	{20, "Jeans, Sneakers, Dresses, Jackets, Boots, Sweaters, Skirts, Coats, Sandals, Suits"},
	{10, "Shampoo, Soap, Sunscreen, Toothbrushes, Razors, Hand Cream, Perfume, Lip Balm, Deodorant, Nail Care"},
	{14,
		"Novels, Cookbooks, Travel Guides, Picture Books, Comics, Textbooks, Atlases, Biographies, Puzzles, Sheet Music"},
	{16, "Building Sets, Board Games, Dolls, Model Cars, Plush Toys, Kites, Scooters, Train Sets, Puppets, Telescopes"},
	{13, "Cables, Chargers, Phone Cases, Mice, Keyboards, Headsets, Webcams, USB Drives, Batteries, Adapters"},
	{30,
		"Smartphones, Headphones, Tablets, Smart Watches, Speakers, Cameras, Routers, Game Consoles, E-Readers, Drones"},
	{36, "Laptops, Monitors, Desktops, Televisions, Printers, Projectors, Servers, Amplifiers, Scanners, Workstations"},
	{18, "Frying Pans, Knives, Mugs, Kettles, Toasters, Plates, Glasses, Blenders, Scales, Teapots"},
	{32, "Vacuum Cleaners, Coffee Machines, Microwaves, Washing Machines, Refrigerators, Dishwashers, Ovens, Dryers, " +
		"Freezers, Air Conditioners"},
	{28, "Chairs, Desks, Shelves, Lamps, Mattresses, Sofas, Wardrobes, Rugs, Mirrors, Curtains"},
	{15, "Garden Tools, Seeds, Planters, Hoses, Barbecues, Lawn Mowers, Parasols, Bird Feeders, Compost, Greenhouses"},
	{21, "Bicycles, Tents, Backpacks, Footballs, Yoga Mats, Skis, Rackets, Sleeping Bags, Fishing Rods, Canoes"},
}

// categories lists the first category of every department, then the second of every department, and so on. So the
// best-selling categories of all departments come first.
var categories = func() []category {
	var all []category
	for place := range 10 {
		for _, d := range departments {
			all = append(all, category{strings.Split(d.names, ", ")[place], d.price})
		}
	}
	return all
}()

// quantities has the weight of a sale by its number of pieces. discounts has the weight of each discount in per cent.
var (
	quantities = []int{0, 470, 210, 90, 60, 45, 35, 10, 12, 4, 25, 2, 20, 1, 1, 2, 2, 1, 1, 1, 8}
	discounts  = []struct{ percent, weight int }{{0, 620}, {5, 90}, {10, 150}, {15, 40}, {20, 70}, {30, 30}}
)
