-- pivot sales.csv --rows region,product --cols year(date),quarter(date) --values 'sum(revenue),avg(units),count()' --sort label --sort 'quarter(date): label' --bottom '1 of region by avg(revenue)' --top '2 of quarter(date) by count()' --top '1 of product by sum(units)' --others
with t as (
    select *, year(date) as y, quarter(date) as q
    from sales
), r as (
    select region, row_number() over (order by avg(revenue), region nulls last) > 1 as region_out
    from t
    group by region
), u as (
    select t.*, region_out, case when not region_out then t.region end as band
    from t join r on t.region is not distinct from r.region
), p as (
    select region_out, band, product, row_number() over (partition by region_out, band order by sum(units) desc nulls last, product nulls last) > 1 as product_out
    from u
    group by region_out, band, product
), c as (
    select y, q, row_number() over (partition by y order by count(*) desc, q nulls last) > 2 as quarter_out
    from t
    group by y, q
), v as (
    select u.region_out, u.band, product_out, case when not product_out then u.product end as item, u.y, quarter_out, case when not quarter_out then u.q end as part, revenue, units, city
    from u join p on u.region_out = p.region_out and u.band is not distinct from p.band and u.product is not distinct from p.product
        join c on u.y is not distinct from c.y and u.q is not distinct from c.q
), g as (
    select grouping(region_out, product_out) as level, region_out, band, product_out, item, grouping(y, quarter_out) as across,
        case grouping(y, quarter_out) when 3 then 'all' when 1 then coalesce(y::varchar, 'none') || ' total'
            else coalesce(y::varchar, 'none') || case when quarter_out then ' others' else coalesce('Q' || part, ' none') end end as label,
        sum(revenue) as s, avg(units) as m, count(*) as d
    from v
    group by grouping sets ((region_out, band, product_out, item, y, quarter_out, part), (region_out, band, product_out, item, y), (region_out, band, product_out, item),
        (region_out, band, y, quarter_out, part), (region_out, band, y), (region_out, band), (y, quarter_out, part), (y), ())
)
select
    case when level = 3 then 'Total' else case when region_out then 'Others' when level = 1 then coalesce(band, '(blank)') else band end || case level when 1 then ' total' else '' end end,
    case when level = 0 then case when product_out then 'Others' else item end end, columns('_[smd]$')
from (pivot g on label in ('2023Q1', '2023Q3', '2023 others', '2023 total', '2024Q1', '2024Q4', '2024 others', '2024 total', 'none none', 'none total', 'all')
    using first(s) as s, first(m) as m, first(d) as d group by level, region_out, band, product_out, item)
order by level = 3, region_out, level, product_out
