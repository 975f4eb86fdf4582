-- pivot sales.csv --rows region,city --cols 'monthname(date)' --group 'monthname(date): Winter = December, January, February; rest' --group 'region: West = EU, US' --values 'sum(revenue),avg(units)'
with t as (
    select case when region in ('EU', 'US') then 'West' else region end as band, city,
        case when month(date) in (12, 1, 2) then 'Winter' else 'Rest' end as season, revenue, units
    from sales
), g as (
    select grouping(band, city) as level, band, city, case grouping(season) when 1 then 'Total' else season end as label, sum(revenue) as s, avg(units) as a
    from t
    group by rollup(band, city), rollup(season)
)
select case level when 3 then 'Total' when 1 then coalesce(band, '(blank)') || ' total' else band end, columns(* exclude (level, band))
from (pivot g on label in ('Winter', 'Rest', 'Total') using first(s) as s, first(a) as a group by level, band, city)
order by level = 3, band <> 'West', band nulls last, level, city nulls last
