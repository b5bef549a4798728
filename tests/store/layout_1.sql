BEGIN TRANSACTION;
CREATE TABLE atlas (
	game VARCHAR(40) NOT NULL, 
	section VARCHAR(40) NOT NULL, 
	"row" VARCHAR(100) NOT NULL, 
	fact VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	PRIMARY KEY (game, section, "row", fact)
);
INSERT INTO "atlas" VALUES('prairie-railroads','cities','Reno','income','3','2026-11-22T09:38:39.535722Z');
CREATE TABLE atlas_history (
	id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	section VARCHAR(40) NOT NULL, 
	"row" VARCHAR(100) NOT NULL, 
	fact VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "atlas_history" VALUES(1,'prairie-railroads','cities','Reno','income','2','2026-11-22T09:38:39.498733Z');
CREATE TABLE game_table (
	code VARCHAR(8) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	created_at VARCHAR(32) NOT NULL, 
	host_hash VARCHAR(64) NOT NULL, 
	join_epoch INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	options TEXT NOT NULL, 
	PRIMARY KEY (code)
);
INSERT INTO "game_table" VALUES('44Y2B820','prairie-railroads','2026-11-22T09:38:39.215Z','e0610344b1b445187df0190f5dbffe45397bd8b71f9bb7859b9ee26a159b5da2',1,1001,'running','{"undo": "own", "teach": true, "paper_money": false}');
INSERT INTO "game_table" VALUES('5ETPVQK0','union-pacific','2026-11-22T09:38:39.391Z','c60fe7a5cd62af5332468109263c7d95fd722aa235fb18e036634d65e2b1c9da',1,1001,'running','{"undo": "own", "teach": true, "paper_money": false}');
CREATE TABLE idempotency_key (
	code VARCHAR(8) NOT NULL, 
	who VARCHAR(10) NOT NULL, 
	"key" VARCHAR(200) NOT NULL, 
	body_hash VARCHAR(64) NOT NULL, 
	revision INTEGER NOT NULL, 
	PRIMARY KEY (code, who, "key"), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
CREATE TABLE installation (
	name VARCHAR(40) NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "installation" VALUES('secret',X'CF34402819CF18757EC3EAAA342F21AE2C737318D99D7FD85D44FE74EAEEB84E');
INSERT INTO "installation" VALUES('schema',X'31');
CREATE TABLE line (
	code VARCHAR(8) NOT NULL, 
	revision INTEGER NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	"by" VARCHAR(10) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	format INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (code, revision), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "line" VALUES('44Y2B820',1,'2026-11-22T09:38:39.214Z','app','begin',2,'{"game":"prairie-railroads","box":1,"seats":3,"options":{"first_bidder":1,"draw_deck":null,"undo":"own","teach":true,"paper_money":false},"rulings":{"initial_zero_bid":"no_bid","growth_exhausted":"nothing","free_growth":"must","own_share_minimum":"fifth","blocked_control":"passed_over","other_controller_styles":"any","deck_empty_when":"turn_comes"},"atlas":{"cities":{"Troy":{"start":true},"Atchison":{"start":true},"Leavenworth":{"start":true},"Kansas City":{"start":true},"Fort Scott":{"start":true},"Paola":{"start":true},"Columbus":{"start":true},"Girard":{"start":true},"Marysville":{"income":2},"Whiting":{"income":1},"Cuba":{"income":1},"Concordia":{"income":2},"Pratt":{"income":2,"grid":"F5"},"Coffeyville":{"income":2},"Wichita":{"grid":"F6"},"Ransom":{},"Topeka":{},"St. Francis":{"grid":"A1"}},"growth":{"12":{"primary":"Pratt","secondary":"Ransom"}},"links":[{"from":"El Dorado","to":"Wichita","one_way":true},{"from":"Wellington","to":"Wichita","one_way":true}],"western_builds":{"St. Francis":{"from":"Atwood"}}},"dice":{"id":"d7af26e4cdb4b664","commitment":"3167e973dc32a3787c1ade598b21e7c108fa30d7641a63d40c7fb61099487f49"}}','5cd22ef3315487baf5ea2d7c83b29d0b5d23fe549429542aac24b902e3fed05d');
INSERT INTO "line" VALUES('44Y2B820',2,'2026-11-22T09:38:39.228Z','host','move',2,'{"type":"bid","seat":1,"amount":5}','31c7705aec5ad3ea2f05d3bb66c73972a24d765598d07424243b570fda8e5362');
INSERT INTO "line" VALUES('44Y2B820',3,'2026-11-22T09:38:39.302Z','host','move',2,'{"type":"bid","seat":2,"amount":7}','f7450ff8fd6a6693ca6a41f0b6404c31d0e86daefb05bd2d4ffcb644bb08be20');
INSERT INTO "line" VALUES('44Y2B820',4,'2026-11-22T09:38:39.324Z','host','move',2,'{"type":"bid","seat":3,"amount":9}','512a0ac49f8f12c1d9562af3bf409b52e65ecaf593fd07930f17e10fc1bf35c8');
INSERT INTO "line" VALUES('44Y2B820',5,'2026-11-22T09:38:39.355Z','host','move',2,'{"type":"note","seat":1,"text":"Dave''s über-note"}','5e55e73d88d866c0cda2341346373fff776adc37d80a06821d46662ef045f47b');
INSERT INTO "line" VALUES('5ETPVQK0',1,'2026-11-22T09:38:39.390Z','app','begin',2,'{"game":"union-pacific","box":1,"seats":3,"options":{"first_player":2,"undo":"own","teach":true,"paper_money":false},"rulings":{"double_dividend":"two_in_a_row","cash_visibility":"open","stuck_player":"passes","final_tie":"shared","edition":"first","deck":"printed"},"atlas":{"companies":{"WW":{"trains":7,"shares":6},"MRR":{"trains":8,"shares":6},"KCC":{"trains":9,"shares":7},"ESL":{"trains":10,"shares":7},"UMR":{"trains":11,"shares":8},"SFRB":{"trains":13,"shares":9},"DM":{"trains":14,"shares":10},"MS":{"trains":17,"shares":12},"BNL":{"trains":19,"shares":15},"EPRG":{"trains":23,"shares":18}}},"dice":{"id":"e682a7b93213bb93","commitment":"dde241b21e1f47d968cfb73a07261e8d4139a5c8314347dc7e20a57903fa0e7c"}}','8c3a10feac887f1248b9d9ea438ac4f326595bb58b257f76e6541e5bf6b4d003');
INSERT INTO "line" VALUES('5ETPVQK0',2,'2026-11-22T09:38:39.466Z','host','move',2,'{"type":"note","seat":1,"text":"Dave''s über-note"}','715bb8ccefd47fcac511e0536b5373fb10ce8331a0a81b5c600786d424ca590b');
CREATE TABLE seat (
	code VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	colour VARCHAR(20) NOT NULL, 
	key_hash VARCHAR(64), 
	handover_hash VARCHAR(64), 
	PRIMARY KEY (code, seat), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seat" VALUES('44Y2B820',1,'Ed','#8c2f23',NULL,NULL);
INSERT INTO "seat" VALUES('44Y2B820',2,'Dave','#1f5fa8',NULL,NULL);
INSERT INTO "seat" VALUES('44Y2B820',3,'Pete','#2f7d4f',NULL,NULL);
INSERT INTO "seat" VALUES('5ETPVQK0',1,'Ed','#8c2f23',NULL,NULL);
INSERT INTO "seat" VALUES('5ETPVQK0',2,'Dave','#1f5fa8',NULL,NULL);
INSERT INTO "seat" VALUES('5ETPVQK0',3,'Pete','#2f7d4f',NULL,NULL);
CREATE TABLE seat_limit (
	code VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	amount INTEGER NOT NULL, 
	since INTEGER NOT NULL, 
	key_hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (code, seat), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
CREATE TABLE seed (
	code VARCHAR(8) NOT NULL, 
	dice_id VARCHAR(40) NOT NULL, 
	secret BLOB NOT NULL, 
	since INTEGER NOT NULL, 
	PRIMARY KEY (code, dice_id), 
	FOREIGN KEY(code) REFERENCES game_table (code) ON DELETE CASCADE
);
INSERT INTO "seed" VALUES('44Y2B820','d7af26e4cdb4b664',X'96C9D5C2D7214EC263E755A9955D849DF22672212E98A5A8257E028E27CE9676',1);
INSERT INTO "seed" VALUES('5ETPVQK0','e682a7b93213bb93',X'2E7A84E66545F09CA0678F7E3C9AE418474AD31086963B4370BED2EFD689C0DE',1);
CREATE INDEX game_table_created ON game_table (created_at);
COMMIT;
